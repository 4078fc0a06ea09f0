# The libraries we link, each as one imported target pkg_<name>, however the distribution describes it.
find_package(PkgConfig REQUIRED)
find_package(Threads REQUIRED)

function(tt_package name module)
  pkg_check_modules(${name} REQUIRED IMPORTED_TARGET GLOBAL ${module})
  add_library(pkg_${name} ALIAS PkgConfig::${name})
endfunction()

tt_package(sodium libsodium)
tt_package(sqlite3 sqlite3)
tt_package(jansson jansson)
tt_package(zlib zlib)
tt_package(utf8proc libutf8proc)
tt_package(edit libedit)
tt_package(curl libcurl)
tt_package(websockets libwebsockets)
tt_package(openssl openssl)
tt_package(systemd libsystemd)
add_library(pkg_threads ALIAS Threads::Threads)
add_library(pkg_math INTERFACE IMPORTED GLOBAL)
target_link_libraries(pkg_math INTERFACE m)

# libircclient ships neither a .pc nor a CMake file.
find_library(IRCCLIENT_LIBRARY ircclient REQUIRED)
add_library(pkg_ircclient INTERFACE IMPORTED GLOBAL)
target_link_libraries(pkg_ircclient INTERFACE ${IRCCLIENT_LIBRARY})

# Draws the cards as pictures. The program can do without: then it says that it has no pictures.
pkg_check_modules(cairo IMPORTED_TARGET GLOBAL cairo fontconfig)
add_library(pkg_cairo INTERFACE IMPORTED GLOBAL)
if(cairo_FOUND)
  target_link_libraries(pkg_cairo INTERFACE PkgConfig::cairo m)
  target_compile_definitions(pkg_cairo INTERFACE TABLETALK_CAIRO)
endif()

# Speaks with PostgreSQL. The program can do without: then it says so where the configuration wants it.
pkg_check_modules(postgres IMPORTED_TARGET GLOBAL libpq>=14)
add_library(pkg_postgres INTERFACE IMPORTED GLOBAL)
set(postgres_folder)
if(postgres_FOUND)
  target_link_libraries(pkg_postgres INTERFACE PkgConfig::postgres)
  target_compile_definitions(pkg_postgres INTERFACE TABLETALK_POSTGRES)
  set(postgres_folder postgres) # of storage/
endif()

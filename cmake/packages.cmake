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
tt_package(tinfo tinfo)
tt_package(websockets libwebsockets)
tt_package(openssl openssl)

# Opened when they are first needed (core/base/machine.h): only their headers are used here.
function(tt_late_package name module)
  pkg_check_modules(${name} ${ARGN} IMPORTED_TARGET GLOBAL ${module})
  add_library(pkg_${name} INTERFACE IMPORTED GLOBAL)
  if(${name}_FOUND)
    target_include_directories(pkg_${name} SYSTEM INTERFACE ${${name}_INCLUDE_DIRS})
    string(TOUPPER TABLETALK_${name} has)
    target_compile_definitions(pkg_${name} INTERFACE ${has})
  endif()
endfunction()

tt_late_package(curl libcurl REQUIRED)
tt_late_package(systemd libsystemd REQUIRED)
tt_late_package(cairo cairo)      # draws the cards as pictures; without it the program says that it has none
tt_late_package(postgres libpq>=14) # speaks with PostgreSQL; without it the program says so where the configuration wants it
set(postgres_folder)
if(postgres_FOUND)
  set(postgres_folder postgres) # of storage/
endif()

add_library(pkg_threads ALIAS Threads::Threads)
add_library(pkg_math INTERFACE IMPORTED GLOBAL)
target_link_libraries(pkg_math INTERFACE m)

# libircclient ships neither a .pc nor a CMake file.
find_library(IRCCLIENT_LIBRARY ircclient REQUIRED)
add_library(pkg_ircclient INTERFACE IMPORTED GLOBAL)
target_link_libraries(pkg_ircclient INTERFACE ${IRCCLIENT_LIBRARY})

# The compiler flags of every target of ours, in the interface target tt_flags.
add_library(tt_flags INTERFACE)
target_compile_options(tt_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wundef -Wvla -Wformat=2
  -Wswitch-enum
  # The two view types (public and private) depend on it that these are errors, always.
  -Werror=incompatible-pointer-types -Werror=implicit-function-declaration -Werror=return-type
  -fno-common)
target_compile_definitions(tt_flags INTERFACE _GNU_SOURCE TABLETALK_VERSION="${PROJECT_VERSION}"
  TABLETALK_HOMEPAGE="${homepage}")
if(TABLETALK_WERROR)
  target_compile_options(tt_flags INTERFACE -Werror)
endif()
# Strangers talk to this program: what the compiler can make of an overflow is an abort, and what was never written reads
# as zero (tt_zeroed; not in the rules and their kit, where decisions would cost a sixth more). Not every processor and
# compiler has all of it. Sanitizers see an overflow before it is one, and find what is read before it is written.
include(CheckCCompilerFlag)
add_library(tt_zeroed INTERFACE)
target_link_options(tt_flags INTERFACE $<$<CONFIG:Release>:-Wl,-z,relro,-z,now>)
# The loader looks a symbol up in one library after the other; most are in libc, which is therefore the first.
target_link_options(tt_flags INTERFACE $<$<CONFIG:Release>:-Wl,--push-state,--no-as-needed,-lc,--pop-state>)
if(NOT TABLETALK_SANITIZE)
  foreach(flag -fstack-clash-protection -fcf-protection)
    string(MAKE_C_IDENTIFIER has${flag} has)
    check_c_compiler_flag(${flag} ${has})
    if(${has})
      target_compile_options(tt_flags INTERFACE ${flag})
    endif()
  endforeach()
  target_compile_options(tt_flags INTERFACE -fstack-protector-strong)
  target_compile_options(tt_flags INTERFACE $<$<NOT:$<CONFIG:Debug>>:-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=3>)
  check_c_compiler_flag(-ftrivial-auto-var-init=zero has_zeroed_variables)
  if(has_zeroed_variables)
    target_compile_options(tt_zeroed INTERFACE -ftrivial-auto-var-init=zero)
  endif()
endif()
if(TABLETALK_SANITIZE)
  target_compile_options(tt_flags INTERFACE -fsanitize=${TABLETALK_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  target_link_options(tt_flags INTERFACE -fsanitize=${TABLETALK_SANITIZE})
  # The sanitizer's calls make gcc forget the range of a number, and it guesses that any number is printed.
  if(CMAKE_C_COMPILER_ID STREQUAL GNU)
    target_compile_options(tt_flags INTERFACE -Wno-format-truncation)
  endif()
endif()
# There are hundreds of test programs: mold links each in half the time.
find_program(MOLD mold)
if(MOLD AND (TABLETALK_TESTS OR TABLETALK_THREADS OR TABLETALK_FUZZ))
  target_link_options(tt_flags INTERFACE -fuse-ld=mold)
endif()
if(TABLETALK_FUZZ)
  target_compile_options(tt_flags INTERFACE -fsanitize=fuzzer-no-link)
endif()
if(TABLETALK_TIDY)
  # clang-tidy does not know that its configuration is an input of the build; a macro that nobody reads says so.
  find_program(CLANG_TIDY clang-tidy REQUIRED)
  set(tidy_files ${CMAKE_SOURCE_DIR}/.clang-tidy ${CMAKE_SOURCE_DIR}/tests/.clang-tidy)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${tidy_files})
  set(tidy_hash)
  foreach(file ${tidy_files})
    file(SHA1 ${file} hash)
    string(APPEND tidy_hash ${hash})
  endforeach()
  set(CMAKE_C_CLANG_TIDY ${CLANG_TIDY} --quiet --extra-arg=-DTABLETALK_TIDY_${tidy_hash} --extra-arg=-Xclang
      --extra-arg=-analyzer-config --extra-arg=-Xclang --extra-arg=max-nodes=${TABLETALK_TIDY_NODES})
endif()

# Compiler flags that every target of ours gets, through the interface target tt_flags.
add_library(tt_flags INTERFACE)
target_compile_options(tt_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wundef -Wvla -Wformat=2
  -Wswitch-enum
  # The two view types (public and private) depend on these being errors, always.
  -Werror=incompatible-pointer-types -Werror=implicit-function-declaration -Werror=return-type
  -fno-common)
target_compile_definitions(tt_flags INTERFACE _GNU_SOURCE TABLETALK_VERSION="${PROJECT_VERSION}")
if(TABLETALK_WERROR)
  target_compile_options(tt_flags INTERFACE -Werror)
endif()
if(TABLETALK_SANITIZE)
  target_compile_options(tt_flags INTERFACE -fsanitize=${TABLETALK_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  target_link_options(tt_flags INTERFACE -fsanitize=${TABLETALK_SANITIZE})
endif()
if(TABLETALK_FUZZ)
  target_compile_options(tt_flags INTERFACE -fsanitize=fuzzer-no-link)
endif()

/* The rows of options.def as libconfuse wants them: every value a string without a default, because value.c converts
   and the rows hold the defaults. Included by read.c alone. */
#ifndef CONFUSE_TABLE_H
#define CONFUSE_TABLE_H

#include <confuse.h>

/* clang-format off */
#define SECTION(struct_tag, ...)     static cfg_opt_t struct_tag##_confuse[] = {
#define ROOT(struct_tag, help)       static cfg_opt_t root_confuse[] = {
#define FLAG(struct_tag, name, ...)   CFG_STR(#name, NULL, CFGF_NODEFAULT),
#define NUMBER(struct_tag, name, ...) CFG_STR(#name, NULL, CFGF_NODEFAULT),
#define CHOICE(struct_tag, name, ...) CFG_STR(#name, NULL, CFGF_NODEFAULT),
#define TEXT(struct_tag, name, ...)   CFG_STR(#name, NULL, CFGF_NODEFAULT),
#define LIST(struct_tag, name, ...)   CFG_STR_LIST(#name, NULL, CFGF_NODEFAULT),
#define SECRET(struct_tag, name, help) \
    CFG_STR(#name "_file", NULL, CFGF_NODEFAULT), CFG_STR(#name "_env", NULL, CFGF_NODEFAULT),
#define CHILDREN(struct_tag, child) \
    CFG_SEC(#child, config_##child##_confuse, CFGF_MULTI | CFGF_TITLE | CFGF_NO_TITLE_DUPES),
#define SECTION_END(struct_tag)      CFG_END()};
#define ROOT_END(struct_tag)         CFG_STR("tabletalk_end", NULL, CFGF_NODEFAULT), CFG_END()};
/* clang-format on */
#include "options.def"
#include "options_undef.h"

#endif

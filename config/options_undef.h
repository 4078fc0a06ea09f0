/* Ends one reading of options.def. Included again and again, so it has no guard. */
#undef SECTION
#undef ROOT
#undef FLAG
#undef NUMBER
#undef CHOICE
#undef TEXT
#undef LIST
#undef SECRET
#undef CHILDREN
#undef SECTION_END
#undef ROOT_END

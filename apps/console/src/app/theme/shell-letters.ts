/** Of each piece of the font that the words around the pages need, header, menus and search, one letter. */
export const SHELL_LETTERS = '‘륨끊줍됨읽룹컨볼클노러이';

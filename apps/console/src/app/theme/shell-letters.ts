/** One letter of each font subset that the header, the menus and the search need. */
export const SHELL_LETTERS = '‘륨끊줍됨읽룹컨볼클노러이';

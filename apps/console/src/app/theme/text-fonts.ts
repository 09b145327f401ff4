// Split by Unicode range: the browser loads only the subsets whose characters are on screen.
import 'pretendard/dist/web/variable/pretendardvariable-dynamic-subset.css';
import { SHELL_LETTERS } from './shell-letters.ts';

/*
 * Each font subset that arrives lays out all text of the page again: a tenth of a second on a large page,
 * while the user types. Subsets that every page may show are loaded first. A subset that fails to load is
 * requested again when its characters are on screen.
 */
if (document.documentElement.lang === 'ko')
  document.fonts.load('1rem "Pretendard Variable"', SHELL_LETTERS).catch(() => undefined);

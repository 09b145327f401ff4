// Split by Unicode range: the browser loads only the subsets whose characters are on screen.
import 'pretendard/dist/web/variable/pretendardvariable-dynamic-subset.css';
import { SHELL_LETTERS } from './shell-letters.ts';

/*
 * But with each piece that comes, every text of the page is laid out again: a tenth of a second on a large one, in the
 * midst of somebody's typing. What every page may show is fetched with the first ones. What cannot be had is asked for
 * again when it is on screen.
 */
if (document.documentElement.lang === 'ko')
  document.fonts.load('1rem "Pretendard Variable"', SHELL_LETTERS).catch(() => undefined);

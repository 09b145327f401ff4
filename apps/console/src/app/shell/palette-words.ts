import { palette as en } from '#core/i18n/en/palette.ts';
import { addWords } from '#core/i18n/i18n.ts';
import { palette as ko } from '#core/i18n/ko/palette.ts';

// No part of the first load: the palette imports this file first.
addWords('palette', { ko, en });

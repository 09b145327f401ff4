import { accessTokens as en } from '#core/i18n/en/access-tokens.ts';
import { addWords } from '#core/i18n/i18n.ts';
import { accessTokens as ko } from '#core/i18n/ko/access-tokens.ts';

addWords('accessTokens', { ko, en });

import { accessTokens as en } from '#shared/i18n/en/access-tokens.ts';
import { addWords } from '#shared/i18n/i18n.ts';
import { accessTokens as ko } from '#shared/i18n/ko/access-tokens.ts';

addWords('accessTokens', { ko, en });

import { nodeHistory as en } from '#shared/i18n/en/node-history.ts';
import { addWords } from '#shared/i18n/i18n.ts';
import { nodeHistory as ko } from '#shared/i18n/ko/node-history.ts';

addWords('nodeHistory', { ko, en });

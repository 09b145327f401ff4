import { nodeHistory as en } from '#core/i18n/en/node-history.ts';
import { addWords } from '#core/i18n/i18n.ts';
import { nodeHistory as ko } from '#core/i18n/ko/node-history.ts';

addWords('nodeHistory', { ko, en });

import { clusters as en } from '#core/i18n/en/clusters.ts';
import { addWords } from '#core/i18n/i18n.ts';
import { clusters as ko } from '#core/i18n/ko/clusters.ts';

addWords('clusters', { ko, en });

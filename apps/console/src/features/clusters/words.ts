import { clusters as en } from '#shared/i18n/en/clusters.ts';
import { addWords } from '#shared/i18n/i18n.ts';
import { clusters as ko } from '#shared/i18n/ko/clusters.ts';

addWords('clusters', { ko, en });

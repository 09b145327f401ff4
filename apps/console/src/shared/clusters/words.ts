import { clusterFields as en } from '#shared/i18n/en/cluster-fields.ts';
import { addWords } from '#shared/i18n/i18n.ts';
import { clusterFields as ko } from '#shared/i18n/ko/cluster-fields.ts';

addWords('clusterFields', { ko, en });

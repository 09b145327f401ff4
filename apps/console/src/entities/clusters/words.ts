import { clusterFields as en } from '#core/i18n/en/cluster-fields.ts';
import { addWords } from '#core/i18n/i18n.ts';
import { clusterFields as ko } from '#core/i18n/ko/cluster-fields.ts';

addWords('clusterFields', { ko, en });

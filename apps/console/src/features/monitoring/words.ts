import { monitoring as en } from '#core/i18n/en/monitoring.ts';
import { addWords } from '#core/i18n/i18n.ts';
import { monitoring as ko } from '#core/i18n/ko/monitoring.ts';
import '#components/list/words.ts';

// No part of the first load: every page of this feature imports this file first.
addWords('monitoring', { ko, en });

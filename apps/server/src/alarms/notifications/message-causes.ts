import { describeCause, summariseCause } from '@gwanje/domain/causes/text/describe-cause';
import type { Language } from '@gwanje/domain/i18n/language';
import type { CauseLine, Recall } from '@gwanje/kinds/calls/causes';
import { translate } from './notification-messages.ts';

/** What changed before the alarm of a message, and who handled such an alarm before. */
export interface MessageCauses {
  readonly lines: readonly CauseLine[];
  readonly recall: Recall | null;
}

export const NO_CAUSES: MessageCauses = { lines: [], recall: null };

/** The variables of a body template about causes. */
export function causeVariables({ lines, recall }: MessageCauses, language: Language) {
  const [first] = lines;
  return {
    cause: first ? describeCause(first.evidence, language) : '',
    causes: lines.map((line) => summariseCause(line, language)).join('\n'),
    recall: recall ? recallText(recall) : '',
  };
}

/** Lines after the summary of a message. The first line of the summary stays the subject of a mail. */
export function causeSummary(given: MessageCauses, language: Language): string {
  const { causes, recall } = causeVariables(given, language);
  const say = translate[language];
  return [
    ...(causes === '' ? [] : [`${say('line.cause')}:`, ...causes.split('\n').map((line) => `- ${line}`)]),
    ...(recall === '' ? [] : [`${say('line.recall')}: ${recall}`]),
  ]
    .map((line) => `\n${line}`)
    .join('');
}

const MAX_MEMO = 200;

function recallText({ userName, memoList: [memo] }: Recall): string {
  const said = memo?.text.replaceAll(/\s+/g, ' ').slice(0, MAX_MEMO).toWellFormed();
  return [memo?.userName ?? userName, said].filter((part) => part !== undefined && part !== null).join(': ');
}

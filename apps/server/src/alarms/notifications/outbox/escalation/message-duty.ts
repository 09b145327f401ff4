import type { Language } from '@gwanje/domain/i18n/language';
import type { EscalationFacts } from '../../message-facts.ts';
import { translate } from '../../notification-messages.ts';

/** The names of the people on duty for the groups of alarms; null: no rota covers any of the groups. */
export type MessageDuty = {
  readonly first: readonly string[];
  readonly second: readonly string[];
  readonly lead: readonly string[];
  /** The groups of a rota for which nobody is on duty. */
  readonly groupsWithoutDuty: readonly string[];
} | null;

export const NO_DUTY: MessageDuty = null;

/** Of a test message about an example: each role stands for its people. */
export function exampleDuty(language: Language): MessageDuty {
  const say = translate[language];
  return {
    first: [say('duty.role.first')],
    second: [say('duty.role.second')],
    lead: [say('duty.role.lead')],
    groupsWithoutDuty: [],
  };
}

/** The variables of a body template about duty. An empty place is named, so that a gap is no silence. */
export function dutyVariables(duty: MessageDuty, language: Language) {
  const namesOf = (names: readonly string[]) =>
    names.length > 0 ? names.join(', ') : translate[language]('duty.nobody');
  return {
    dutyFirst: duty ? namesOf(duty.first) : '',
    dutySecond: duty ? duty.second.join(', ') : '',
    dutyLead: duty ? duty.lead.join(', ') : '',
  };
}

/**
 * Lines after the summary of a message; empty when no rota covers the groups. Of several groups those without anybody are named.
 */
export function dutySummary(duty: MessageDuty, language: Language): string {
  if (!duty) return '';
  const names = [...new Set([...duty.first, ...duty.second])].join(', ');
  const say = translate[language];
  if (names === '') return `\n${say('duty.nobodyNow')}`;
  const groups = duty.groupsWithoutDuty.join(', ');
  return `\n${say('duty.now', { names })}${groups === '' ? '' : `\n${say('duty.nobodyFor', { groups })}`}`;
}

export function escalationText(facts: EscalationFacts, language: Language): string {
  const say = translate[language];
  const skipped = facts.skipped.map(({ role, name, why }) =>
    [say(`duty.role.${role}`), name, `(${say(`duty.why.${why}`)})`].filter(Boolean).join(' '),
  );
  return [
    say('duty.step', {
      rota: facts.rotaName,
      step: facts.step,
      role: say(`duty.role.${facts.reachedAs}`),
    }),
    ...(skipped.length > 0 ? [say('duty.skipped', { list: skipped.join(', ') })] : []),
  ].join('\n');
}

import type { Language } from '@gwanje/domain/i18n/language';
import type { EscalationFacts } from '../../message-facts.ts';
import { translate } from '../../notification-messages.ts';

/** The names of the people on duty for the group of an alarm; null: no rota covers the group. */
export type MessageDuty = Readonly<Record<'first' | 'second' | 'lead', readonly string[]>> | null;

export const NO_DUTY: MessageDuty = null;

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

/** A line after the summary of a message; empty when no rota covers the group. */
export function dutySummary(duty: MessageDuty, language: Language): string {
  if (!duty) return '';
  const names = [...new Set([...duty.first, ...duty.second])].join(', ');
  const say = translate[language];
  return `\n${names === '' ? say('duty.nobodyNow') : say('duty.now', { names })}`;
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

import type { BodyIn } from '@gwanje/contract/definition/endpoint';
import type { UserNo } from '@gwanje/contract/definition/fields';
import { AUDIT_OUTCOMES, type listAudit } from '@gwanje/contract/settings/audit';
import type { AddressText } from '#core/navigation/use-address.ts';

const LOCAL_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/;

export type AuditConditions = Readonly<ReturnType<typeof auditConditions>>;

/** Ignores invalid values. */
export function auditConditions(search: AddressText) {
  const time = (text = '') => (LOCAL_TIME.test(text) && !Number.isNaN(Date.parse(text)) ? text : '');
  return {
    search: (search.search ?? '').trim().slice(0, 200),
    outcome: AUDIT_OUTCOMES.find((known) => known === search.outcome) ?? null,
    /** In the format of `datetime-local`, in the browser's time zone. */
    from: time(search.from),
    to: time(search.to),
  };
}

export function isNarrowed({ search, outcome, from, to }: AuditConditions): boolean {
  return search !== '' || outcome !== null || from !== '' || to !== '';
}

/** The filter of one user, or of all users. */
export function auditFilter({ search, outcome, from, to }: AuditConditions, actorUserNo?: UserNo) {
  return {
    ...(actorUserNo !== undefined && { actorUserNo }),
    ...(search !== '' && { search }),
    ...(outcome !== null && { outcome }),
    ...(from !== '' && { from: new Date(from).toISOString() }),
    ...(to !== '' && { to: new Date(to).toISOString() }),
  } satisfies BodyIn<typeof listAudit>['filter'];
}

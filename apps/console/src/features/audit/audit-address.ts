import type { BodyIn } from '@gwanje/contract/definition/endpoint';
import type { UserNo } from '@gwanje/contract/definition/ids';
import { AUDIT_OUTCOMES, type listAudit } from '@gwanje/contract/settings/audit';
import type { AddressText } from '#core/navigation/use-address.ts';

export type AuditOutcome = (typeof AUDIT_OUTCOMES)[number];

export interface AuditConditions {
  readonly search: string;
  readonly outcome: AuditOutcome | null;
  /** In the format of `datetime-local`, in the browser's time zone. */
  readonly from: string;
  readonly to: string;
}

const LOCAL_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/;

/** Ignores invalid values. */
export function auditConditions(search: AddressText): AuditConditions {
  const time = (text = '') => (LOCAL_TIME.test(text) && !Number.isNaN(Date.parse(text)) ? text : '');
  return {
    search: (search.search ?? '').trim().slice(0, 200),
    outcome: AUDIT_OUTCOMES.find((known) => known === search.outcome) ?? null,
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

import { type AuditKind, type auditActions, isAuditAction } from '@gwanje/contract/settings/audit-actions';
import type { Texts } from '#core/i18n/i18n.ts';

export type AuditActionMessages = {
  readonly [Kind in AuditKind]: Readonly<Record<(typeof auditActions)[Kind][number], string>>;
};

/** An action of the audit log in words; undefined: it is the name of a refused call. */
export function auditActionText(action: string, { t }: Pick<Texts, 't'>): string | undefined {
  return isAuditAction(action) ? t(`auditActions.${action}`) : undefined;
}

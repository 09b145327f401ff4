import type { ResponseOf } from '@gwanje/contract/definition/endpoint';
import { listAudit } from '@gwanje/contract/settings/audit';
import { pseudonymOf } from '@gwanje/contract/users/pseudonym';
import { Chip } from '@gwanje/ui/chip';
import { text, time } from '#components/list/columns/column-formats.tsx';
import { InlineText } from '#components/list/columns/inline-text.tsx';
import { defineSettingsList, type ListDeclaration } from '#components/list/define-list.ts';
import type { Texts, Translate } from '#core/i18n/i18n.ts';
import { auditActionText } from '#entities/audit/audit-action-text.ts';
import classes from './audit.module.css';

type Entry = ResponseOf<typeof listAudit>['list'][number];

const OUTCOME_COLOURS = { done: 'normal', denied: 'orange', failed: 'red' } as const;
export const OUTCOME_KEYS = { done: 'audit.done', denied: 'audit.denied', failed: 'audit.failed' } as const;

export const auditList = defineSettingsList<Entry>({
  name: 'audit',
  title: 'routes.settingAudit',
  counted: 'event',
  endpoint: listAudit,
  columns: {
    at: time('audit.at', { width: 170 }),
    actorUserId: {
      ...text('audit.actor', { width: 150 }),
      cell: (userId, entry, { t }) =>
        userId === null ? (
          <span className={classes.muted}>{actorText(entry, t)}</span>
        ) : (
          <InlineText text={userId} isStrong />
        ),
    },
    action: {
      ...text('audit.action', { width: 330 }),
      cell: (action, _, texts) => {
        const words = auditActionText(action, texts);
        if (words === undefined) return <InlineText text={action} />;
        return (
          <>
            {words} <bdi className={classes.detail}>{action}</bdi>
          </>
        );
      },
    },
    targetKind: {
      label: 'audit.target',
      width: 170,
      cell: (_, entry) => <InlineText text={targetText(entry) ?? '-'} />,
      csv: (_, entry) => targetText(entry),
    },
    outcome: {
      label: 'audit.outcome',
      width: 90,
      cell: (outcome, _, { t }) => (
        <Chip colour={OUTCOME_COLOURS[outcome]} label={t(OUTCOME_KEYS[outcome])} />
      ),
      csv: (outcome) => outcome,
    },
    address: text('audit.address', { width: 140 }),
    detail: {
      label: 'audit.detail',
      width: 320,
      cell: (detail) => <Detail detail={detail} />,
      csv: (detail) => JSON.stringify(detail),
    },
  },
  rowKey: ({ auditId }) => String(auditId),
  nameOf: ({ action }) => action,
  phoneLine: (entry, texts) => [actorText(entry, texts.t), ...phoneFacts(entry, texts)].join(' · '),
});

/** The list of the user's own actions, without the actor column. */
export const ownAuditList: ListDeclaration<Entry> = {
  ...auditList,
  name: 'ownAudit',
  title: 'routes.myActivity',
  columns: auditList.columns.filter(({ id }) => id !== 'actorUserId'),
  defaultColumns: auditList.defaultColumns.filter((id) => id !== 'actorUserId'),
  phoneLine: (entry, texts) => phoneFacts(entry, texts).join(' · '),
};

function phoneFacts(entry: Entry, texts: Texts): string[] {
  const action = auditActionText(entry.action, texts) ?? entry.action;
  return [action, texts.t(OUTCOME_KEYS[entry.outcome])];
}

function actorText({ actorUserId, actorUserNo }: Entry, t: Translate): string {
  if (actorUserId !== null) return actorUserId;
  return actorUserNo === null
    ? t('audit.byItself')
    : t('common.erasedUser', { no: pseudonymOf(actorUserNo) });
}

function targetText({ targetKind, targetId }: Entry): string | null {
  return targetKind === null ? null : `${targetKind} ${targetId ?? ''}`.trim();
}

/** The details as one line; the tooltip shows them in full. */
function Detail({ detail }: { detail: Entry['detail'] }) {
  if (Object.keys(detail).length === 0) return <span className={classes.muted}>-</span>;
  return (
    <bdi className={classes.detail} title={JSON.stringify(detail, null, 2)}>
      {JSON.stringify(detail)}
    </bdi>
  );
}

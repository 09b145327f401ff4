import '@mantine/core/styles/Combobox.css';
import type { ResponseOf } from '@gwanje/contract/definition/endpoint';
import type { UserNo } from '@gwanje/contract/definition/ids';
import { AUDIT_OUTCOMES, listAudit } from '@gwanje/contract/settings/audit';
import { formatTimestamp } from '@gwanje/domain/formats/time';
import { Chip } from '@gwanje/ui/chip';
import type { Column } from '@gwanje/ui/data-table';
import { Icon } from '@gwanje/ui/icon';
import { PageHeader } from '@gwanje/ui/page-header';
import { Panel } from '@gwanje/ui/panel';
import { EmptyState } from '@gwanje/ui/states';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useSave } from '#components/forms/use-save.ts';
import { SettingsHeader } from '#components/settings/settings-header.tsx';
import { PagedTable } from '#components/table/paged-table.tsx';
import { TextCell } from '#components/table/text-cell.tsx';
import { apiQuery } from '#core/api/query.ts';
import { showAlert } from '#core/dialogs/dialog-store.ts';
import { type Translate, useT } from '#core/i18n/i18n.ts';
import { type AddressText, useAddress } from '#core/navigation/use-address.ts';
import { useSession } from '#core/session/session-store.ts';
import classes from './audit.module.css';
import { type AuditConditions, auditBody, auditConditions, isNarrowed } from './audit-address.ts';
import { exportAudit, MAX_EXPORTED, targetText } from './export-audit.ts';

type Entry = ResponseOf<typeof listAudit>['list'][number];

const NO_CONDITIONS = {
  search: undefined,
  outcome: undefined,
  from: undefined,
  to: undefined,
  pageNo: undefined,
};
const TYPING_PAUSE_MS = 300;
const OUTCOME_COLOURS = { done: 'normal', denied: 'orange', failed: 'red' } as const;
const OUTCOME_KEYS = { done: 'audit.done', denied: 'audit.denied', failed: 'audit.failed' } as const;

export function AuditPage() {
  const t = useT();
  return (
    <AuditLog
      title={t('routes.settingAudit')}
      header={(actions) => (
        <SettingsHeader title={t('routes.settingAudit')} dataAge={t('audit.kept')} actions={actions} />
      )}
    />
  );
}

/** The user's own actions, which every user may read. */
export function OwnAuditPage() {
  const t = useT();
  const userNo = useSession(({ user }) => user?.userNo);
  return (
    <AuditLog
      title={t('routes.myActivity')}
      actorUserNo={userNo}
      header={(actions) => (
        <PageHeader title={t('routes.myActivity')} dataAge={t('audit.kept')} actions={actions} />
      )}
    />
  );
}

interface AuditLogProps {
  readonly title: string;
  readonly header: (actions: ReactNode) => ReactNode;
  /** Set: only the actions of this user. */
  readonly actorUserNo?: UserNo | undefined;
}

/** Actor, action, object, source and outcome. The address holds conditions and page. */
function AuditLog({ title, header, actorUserNo }: AuditLogProps) {
  const t = useT();
  const address = useAddress();
  const conditions = auditConditions(address.search);
  const body = auditBody(conditions, actorUserNo);
  const query = useQuery({
    ...apiQuery(listAudit, { params: conditions.page, body }, { staleMs: 5_000 }),
    placeholderData: keepPreviousData,
  });
  const { save, isSaving } = useSave({
    save: () => exportAudit(body, title, t),
    onSaved: () => showAlert({ text: t('audit.exportCut', { cnt: MAX_EXPORTED }) }),
  });

  return (
    <>
      {header(
        <Button
          variant="default"
          loading={isSaving}
          leftSection={<Icon name="mdi-download-outline" />}
          onClick={() => save()}
        >
          {t('audit.export')}
        </Button>,
      )}
      <Panel>
        <Filters
          conditions={conditions}
          placeholder={t(actorUserNo === undefined ? 'audit.search' : 'audit.searchOwn')}
          onChange={(patch) => void address.change({ ...patch, pageNo: undefined }, { replace: true })}
          onReset={() => void address.change(NO_CONDITIONS)}
        />
        <PagedTable
          label={title}
          columns={columnsOf(t).filter(({ id }) => id !== 'actor' || actorUserNo === undefined)}
          query={query}
          page={conditions.page}
          failedTitle={t('audit.listFailed')}
          rowId={({ auditId }) => String(auditId)}
          empty={
            <EmptyState
              icon="mdi-clipboard-text-clock-outline"
              title={t('audit.empty')}
              text={t('audit.emptyText')}
            />
          }
        />
      </Panel>
    </>
  );
}

function columnsOf(t: Translate): Column<Entry>[] {
  return [
    { id: 'at', label: t('audit.at'), format: ({ at }) => formatTimestamp(at), width: 170 },
    {
      id: 'actor',
      label: t('audit.actor'),
      format: ({ actorUserId }) =>
        actorUserId === null ? (
          <span className={classes.muted}>{t('audit.byItself')}</span>
        ) : (
          <TextCell text={actorUserId} isStrong />
        ),
      width: 150,
    },
    {
      id: 'action',
      label: t('audit.action'),
      format: ({ action }) => <TextCell text={action} />,
      width: 210,
    },
    {
      id: 'target',
      label: t('audit.target'),
      format: (entry) => <TextCell text={targetText(entry) ?? '-'} />,
      width: 170,
    },
    {
      id: 'outcome',
      label: t('audit.outcome'),
      format: ({ outcome }) => <Chip colour={OUTCOME_COLOURS[outcome]}>{t(OUTCOME_KEYS[outcome])}</Chip>,
      width: 90,
    },
    {
      id: 'address',
      label: t('audit.address'),
      format: ({ address }) => <TextCell text={address ?? '-'} />,
      width: 140,
    },
    { id: 'detail', label: t('audit.detail'), format: ({ detail }) => <Detail detail={detail} /> },
  ];
}

/** One line; a hover shows the full text, which can be copied. */
function Detail({ detail }: { readonly detail: Entry['detail'] }) {
  if (Object.keys(detail).length === 0) return <span className={classes.muted}>-</span>;
  return (
    <bdi className={classes.detail} title={JSON.stringify(detail, null, 2)}>
      {JSON.stringify(detail)}
    </bdi>
  );
}

interface FiltersProps {
  readonly conditions: AuditConditions;
  readonly placeholder: string;
  readonly onChange: (patch: AddressText) => void;
  readonly onReset: () => void;
}

function Filters({ conditions, placeholder, onChange, onReset }: FiltersProps) {
  const t = useT();
  const [text, setText] = useState(conditions.search);
  const applySearch = useDebouncedCallback(
    (search: string) => onChange({ search: search.trim() || undefined }),
    TYPING_PAUSE_MS,
  );
  // Going back or resetting changes the address without typing.
  useEffect(() => {
    setText((shown) => (shown.trim() === conditions.search ? shown : conditions.search));
  }, [conditions.search]);
  return (
    <search className={classes.filters}>
      <TextInput
        className={classes.search ?? ''}
        aria-label={placeholder}
        placeholder={placeholder}
        leftSection={<Icon name="mdi-magnify" />}
        value={text}
        maxLength={200}
        onChange={({ currentTarget: { value } }) => {
          setText(value);
          applySearch(value);
        }}
      />
      <NativeSelect
        aria-label={t('audit.outcome')}
        value={conditions.outcome ?? ''}
        data={[
          { value: '', label: t('audit.allOutcomes') },
          ...AUDIT_OUTCOMES.map((outcome) => ({ value: outcome, label: t(OUTCOME_KEYS[outcome]) })),
        ]}
        onChange={(event) => onChange({ outcome: event.currentTarget.value || undefined })}
      />
      {(['from', 'to'] as const).map((end) => (
        <TextInput
          key={end}
          type="datetime-local"
          label={t(end === 'from' ? 'audit.from' : 'audit.to')}
          classNames={{ root: classes.when ?? '', label: classes.whenLabel ?? '' }}
          value={conditions[end]}
          onChange={(event) => onChange({ [end]: event.currentTarget.value || undefined })}
        />
      ))}
      {isNarrowed(conditions) && (
        <Button variant="subtle" leftSection={<Icon name="mdi-filter-off-outline" />} onClick={onReset}>
          {t('audit.reset')}
        </Button>
      )}
    </search>
  );
}

import { AUDIT_OUTCOMES } from '@gwanje/contract/settings/audit';
import { TextButton } from '@gwanje/ui/buttons';
import { PageHeader } from '@gwanje/ui/page-header';
import { EmptyState } from '@gwanje/ui/panel';
import { NativeSelect, TextInput } from '@mantine/core';
import { ObjectList } from '#components/list/object-list.tsx';
import { SearchBox } from '#components/list/toolbar/list-toolbar.tsx';
import { SettingsHeader } from '#components/settings/settings-header.tsx';
import { useT } from '#core/i18n/i18n.ts';
import { type AddressText, useAddress } from '#core/navigation/use-address.ts';
import { useSession } from '#core/session/session-store.ts';
import classes from './audit.module.css';
import { type AuditConditions, auditConditions, auditFilter, isNarrowed } from './audit-address.ts';
import { auditList, OUTCOME_KEYS, ownAuditList } from './audit-list.tsx';
import { AuditStatePanel } from './audit-state-panel.tsx';

const NO_CONDITIONS = { search: undefined, outcome: undefined, from: undefined, to: undefined };

export function AuditPage() {
  const t = useT();
  return (
    <>
      <SettingsHeader title={t('routes.settingAudit')} dataAge={t('audit.kept')} />
      <AuditStatePanel />
      <AuditLog />
    </>
  );
}

/** The user's own actions, which every user may read. */
export function OwnAuditPage() {
  const t = useT();
  return (
    <>
      <PageHeader title={t('routes.myActivity')} dataAge={t('audit.kept')} />
      <AuditLog isOwn />
    </>
  );
}

/** Actor, action, object, source and outcome. The address holds the conditions. */
function AuditLog({ isOwn = false }: { isOwn?: boolean }) {
  const t = useT();
  const userNo = useSession(({ user }) => user?.userNo);
  const address = useAddress();
  const conditions = auditConditions(address.search);
  return (
    <ObjectList
      declaration={isOwn ? ownAuditList : auditList}
      scope={{ filter: auditFilter(conditions, isOwn ? userNo : undefined) }}
      extra={
        <Filters
          conditions={conditions}
          placeholder={t(isOwn ? 'audit.searchOwn' : 'audit.search')}
          onChange={(patch) => void address.change(patch, { replace: true })}
          onReset={() => void address.change(NO_CONDITIONS)}
        />
      }
      empty={
        <EmptyState
          icon="mdi-clipboard-text-clock-outline"
          title={t('audit.empty')}
          text={t('audit.emptyText')}
        />
      }
    />
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
  return (
    <search className={classes.filters}>
      <SearchBox
        label={placeholder}
        value={conditions.search}
        onChange={(text) => onChange({ search: text.trim() || undefined })}
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
        <TextButton icon="mdi-filter-off-outline" variant="subtle" onClick={onReset}>
          {t('audit.reset')}
        </TextButton>
      )}
    </search>
  );
}

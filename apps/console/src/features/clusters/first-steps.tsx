import { MetaGroupId } from '@gwanje/contract/definition/fields';
import { type GroupNameEntry, insertMetaGroup, insertSubGroup } from '@gwanje/contract/users/groups';
import { TextButton } from '@gwanje/ui/buttons';
import { FormRow, FormRows } from '@gwanje/ui/form-row';
import { Icon } from '@gwanje/ui/icon';
import { Panel } from '@gwanje/ui/panel';
import type { ReactNode } from 'react';
import { CheckedForm } from '#components/forms/checked-form.tsx';
import { NAME_REASONS, nameError } from '#components/forms/field-errors.ts';
import { NameField } from '#components/forms/name-field.tsx';
import { useEditForm } from '#components/forms/use-edit-form.ts';
import { call } from '#core/api/client.ts';
import { reloadAfterGroupEdit } from '#core/groups/groups.ts';
import { useT } from '#core/i18n/i18n.ts';
import { MetaGroupSelect, preselectedGroups } from '#entities/clusters/group-selects.tsx';
import classes from './clusters.module.css';

const STEPS = ['metaGroup', 'subGroup', 'cluster', 'agent'] as const;
type FirstStep = (typeof STEPS)[number];

/** The way to the first monitored cluster, above the form of the current step. */
export function FirstSteps({ current }: { current: FirstStep }) {
  const t = useT();
  const currentIndex = STEPS.indexOf(current);
  return (
    <ol className={classes.firstSteps} aria-label={t('clusters.firstSteps')}>
      {STEPS.map((step, index) => (
        <li
          key={step}
          className={classes.firstStep}
          data-done={index < currentIndex || undefined}
          aria-current={index === currentIndex ? 'step' : undefined}
        >
          <span className={classes.firstStepMark} aria-hidden>
            {index < currentIndex ? <Icon name="mdi-check" size={14} /> : index + 1}
          </span>
          {t(`clusters.firstStep.${step}`)}
        </li>
      ))}
    </ol>
  );
}

/** A cluster needs a sub group, and a sub group a meta group. After the save the page shows the next step. */
export function MetaGroupStep() {
  const t = useT();
  const form = useEditForm({
    initialValues: { name: '' },
    validate: ({ name }) => ({ name: nameError(name) }),
    reasons: { name: NAME_REASONS },
    save: ({ name }) => call(insertMetaGroup, { params: { name: name.trim() } }),
    onSaved: reloadAfterGroupEdit,
  });
  return (
    <CheckedForm className={classes.narrow} {...form.frame}>
      <StepPanel step="metaGroup" isSaving={form.isSaving}>
        <FormRow label={t('clusterFields.name')} {...form.row('name')} hint={t('forms.nameHint')} required>
          <NameField {...form.input('name')} autoFocus />
        </FormRow>
      </StepPanel>
    </CheckedForm>
  );
}

export function SubGroupStep({ managed }: { managed: readonly GroupNameEntry[] }) {
  const t = useT();
  const form = useEditForm({
    initialValues: { name: '', metaGroupId: preselectedGroups(managed, null).metaGroupId as number | null },
    validate: ({ name, metaGroupId }) => ({
      name: nameError(name),
      metaGroupId: metaGroupId === null ? 'clusterFields.metaGroupRequired' : undefined,
    }),
    reasons: { name: NAME_REASONS, metaGroupId: {} },
    save: ({ name, metaGroupId }) =>
      call(insertSubGroup, { body: { metaGroupId: MetaGroupId.parse(metaGroupId), name: name.trim() } }),
    onSaved: reloadAfterGroupEdit,
  });
  return (
    <CheckedForm className={classes.narrow} {...form.frame}>
      <StepPanel step="subGroup" isSaving={form.isSaving}>
        <FormRow label={t('clusterFields.name')} {...form.row('name')} hint={t('forms.nameHint')} required>
          <NameField {...form.input('name')} autoFocus />
        </FormRow>
        <FormRow label={t('clusterFields.metaGroup')} {...form.row('metaGroupId')} required>
          <MetaGroupSelect managed={managed} {...form.input('metaGroupId')} />
        </FormRow>
      </StepPanel>
    </CheckedForm>
  );
}

interface StepPanelProps {
  readonly step: 'metaGroup' | 'subGroup';
  readonly isSaving: boolean;
  readonly children: ReactNode;
}

function StepPanel({ step, isSaving, children }: StepPanelProps) {
  const t = useT();
  return (
    <Panel title={t(`clusters.createGroup.${step}`)} note={t(`clusters.createGroupText.${step}`)}>
      <FormRows>{children}</FormRows>
      <div className={classes.formActions}>
        <TextButton icon="mdi-arrow-right" variant="filled" type="submit" loading={isSaving}>
          {t('clusters.nextStep')}
        </TextButton>
      </div>
    </Panel>
  );
}

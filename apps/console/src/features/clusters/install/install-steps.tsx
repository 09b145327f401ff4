import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Checkbox.css';
import { downloadManifest } from '@gwanje/contract/clusters/clusters';
import { download as handOver } from '@gwanje/ui/download';
import { Icon } from '@gwanje/ui/icon';
import { Panel } from '@gwanje/ui/panel';
import { Button, Checkbox, TextInput } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { CheckedForm } from '#components/forms/checked-form.tsx';
import { type FieldErrors, serverFieldErrors } from '#components/forms/field-errors.ts';
import { showFailure } from '#components/forms/show-failure.ts';
import { useBusy } from '#components/forms/use-busy.ts';
import { useFaults } from '#components/forms/use-faults.ts';
import { download } from '#core/api/client.ts';
import { type PlainKey, useT } from '#core/i18n/i18n.ts';
import { useMayChange } from '#core/session/session-store.ts';
import classes from '../clusters.module.css';
import { CommandBlock } from './command-block.tsx';
import { type InstallPlatform, installCommands, manifestFile } from './install-commands.ts';
import type { InstallCheck } from './install-queries.ts';
import {
  type ManifestDraft,
  type ManifestField,
  manifestQuery,
  shownImage,
  USUAL_NAMESPACE,
} from './manifest-options.ts';

interface InstallStepsProps {
  readonly hostId: number;
  readonly platform: InstallPlatform;
  readonly check: InstallCheck | undefined;
  readonly options: ManifestDraft;
  readonly onOptions: (options: ManifestDraft) => void;
  readonly onDownloaded: () => void;
}

const CREDENTIAL_NOTES = {
  aks: 'clusters.credentials.aks',
  eks: 'clusters.credentials.eks',
  gke: 'clusters.credentials.gke',
  onprem: 'clusters.credentials.onprem',
} as const satisfies Record<InstallPlatform, PlainKey>;

const PLATFORM_NOTES = {
  aks: 'clusters.note.aks',
  eks: 'clusters.note.eks',
  gke: 'clusters.note.gke',
  onprem: 'clusters.note.onprem',
} as const satisfies Record<InstallPlatform, PlainKey>;

export function InstallSteps(props: InstallStepsProps) {
  const { hostId, platform, check, options } = props;
  const t = useT();
  const mayChange = useMayChange();
  const commands = installCommands({
    platform,
    hostId,
    namespace: options.namespace.trim() || USUAL_NAMESPACE,
    serverUrl: check?.serverUrl ?? window.location.origin,
    places: {
      group: t('clusters.place.group'),
      region: t('clusters.place.region'),
      project: t('clusters.place.project'),
      cluster: t('clusters.place.cluster'),
      file: t('clusters.place.file'),
    },
  });
  return (
    <Panel title={t('clusters.install')} note={t('clusters.installNote')}>
      <ol className={classes.steps}>
        <Step title={t('clusters.stepCredentials')} text={t(CREDENTIAL_NOTES[platform])}>
          <CommandBlock label={t('clusters.stepCredentials')} command={commands.credentials} />
          <CommandBlock label={t('clusters.checkContext')} command={commands.check} />
        </Step>
        <Step title={t('clusters.stepManifest')} text={t('clusters.stepManifestText')}>
          {mayChange ? (
            <ManifestForm {...props} />
          ) : (
            <p className={classes.note}>{t('clusters.manifestNotOffered')}</p>
          )}
        </Step>
        <Step title={t('clusters.stepApply')} text={t('clusters.stepApplyText')}>
          <CommandBlock label={t('clusters.stepApply')} command={commands.apply} />
          <CommandBlock label={t('clusters.rollout')} command={commands.rollout} />
          <p className={classes.note}>{t(PLATFORM_NOTES[platform])}</p>
        </Step>
        <Step title={t('clusters.stepCheck')} text={t('clusters.stepCheckText')}>
          <details className={classes.more}>
            <summary>{t('clusters.moreCommands')}</summary>
            <p className={classes.note}>{t('clusters.logsText')}</p>
            <CommandBlock label={t('clusters.logs')} command={commands.logs} />
            <p className={classes.note}>{t('clusters.restartText')}</p>
            <CommandBlock label={t('clusters.restart')} command={commands.restart} />
            <p className={classes.note}>{t('clusters.outsideText')}</p>
            <CommandBlock label={t('clusters.outside')} command={commands.outside} />
            <p className={classes.note}>{t('clusters.removeText')}</p>
            <CommandBlock label={t('clusters.remove')} command={commands.remove} />
          </details>
        </Step>
      </ol>
    </Panel>
  );
}

interface StepProps {
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
}

function Step({ title, text, children }: StepProps) {
  return (
    <li className={classes.step}>
      <h3 className={classes.stepTitle}>{title}</h3>
      <p className={classes.stepText}>{text}</p>
      {children}
    </li>
  );
}

const MANIFEST_REASONS = { registry: {}, image: {}, namespace: {} } as const;

function ManifestForm({ hostId, check, options, onOptions, onDownloaded }: InstallStepsProps) {
  const t = useT();
  const fieldId = useId();
  const { faults, setFaults, attempt, refuse } = useFaults<ManifestField>({});
  const [isBusy, run] = useBusy();

  function change(patch: Partial<ManifestDraft>, field?: ManifestField) {
    onOptions({ ...options, ...patch });
    if (field === undefined) return;
    const { [field]: _repaired, ...others } = faults;
    setFaults(others as FieldErrors<ManifestField>);
  }

  async function save(): Promise<void> {
    const asked = manifestQuery(options);
    if ('faults' in asked) return refuse(asked.faults);
    try {
      const { blob } = await download(downloadManifest, { params: { hostId }, query: asked.query });
      handOver(blob, manifestFile(hostId));
      onDownloaded();
    } catch (error) {
      const refused = serverFieldErrors(error, MANIFEST_REASONS);
      if (refused) return refuse(refused);
      await showFailure(error);
    }
  }

  const field = (name: ManifestField, label: string, hint: string, placeholder: string) => (
    <TextInput
      id={`${fieldId}-${name}`}
      label={label}
      description={hint}
      placeholder={placeholder}
      value={options[name]}
      error={faults[name] && t(faults[name])}
      onChange={(event) => change({ [name]: event.currentTarget.value }, name)}
      autoComplete="off"
      spellCheck={false}
    />
  );

  return (
    <CheckedForm attempt={attempt} onSubmit={() => void run(save)}>
      <details className={classes.more}>
        <summary>{t('clusters.options')}</summary>
        <div className={classes.options}>
          {field(
            'registry',
            t('clusters.registry'),
            t('clusters.registryHint'),
            'registry.example.com:5000/gwanje',
          )}
          {field('image', t('clusters.image'), t('clusters.imageHint'), check?.agentImage ?? '')}
          {field('namespace', t('clusters.namespace'), t('clusters.namespaceHint'), USUAL_NAMESPACE)}
          <Checkbox
            label={t('clusters.kubeletInsecure')}
            description={t('clusters.kubeletInsecureHint')}
            checked={options.isKubeletInsecure}
            onChange={(event) => change({ isKubeletInsecure: event.currentTarget.checked })}
          />
        </div>
      </details>
      <div className={classes.downloadLine}>
        <Button type="submit" loading={isBusy} leftSection={<Icon name="mdi-download" />}>
          {t('clusters.download')}
        </Button>
        {check && (
          <span className={classes.note}>
            {t('clusters.imageUsed')} <code>{shownImage(options, check.agentImage)}</code>
          </span>
        )}
      </div>
      <p className={classes.note}>
        <Icon name="mdi-key-outline" /> {t('clusters.tokenIssued')}
      </p>
    </CheckedForm>
  );
}

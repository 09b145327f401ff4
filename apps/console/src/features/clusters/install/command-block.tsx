import '@mantine/core/styles/ActionIcon.css';
import { Icon } from '@gwanje/ui/icon';
import { ActionIcon, VisuallyHidden } from '@mantine/core';
import { useNotice } from '#components/list/toolbar/use-notice.ts';
import { copyText } from '#core/browser/copy-text.ts';
import { useT } from '#core/i18n/i18n.ts';
import classes from '../clusters.module.css';

interface CommandBlockProps {
  readonly label: string;
  readonly command: string;
}

/** A command to copy. */
export function CommandBlock({ label, command }: CommandBlockProps) {
  const t = useT();
  const [notice, notify] = useNotice();
  async function copy(): Promise<void> {
    notify(t((await copyText(command)) ? 'clusters.copied' : 'clusters.notCopied'));
  }
  return (
    <div className={classes.command}>
      <pre className={classes.commandText}>
        <VisuallyHidden>{label}</VisuallyHidden>
        <code>{command}</code>
      </pre>
      <span className={classes.commandEnd}>
        <span role="status" className={classes.commandNotice}>
          {notice}
        </span>
        <ActionIcon
          variant="subtle"
          aria-label={t('clusters.copyNamed', { name: label })}
          title={t('clusters.copy')}
          onClick={() => void copy()}
        >
          <Icon name={notice === null ? 'mdi-content-copy' : 'mdi-check'} />
        </ActionIcon>
      </span>
    </div>
  );
}

import { Icon } from '@gwanje/ui/icon';
import { Button } from '@mantine/core';
import { type DragEvent, useRef, useState } from 'react';
import { useT } from '#core/i18n/i18n.ts';
import classes from './logo.module.css';
import { LOGO_ACCEPT } from './logo-file.ts';

interface LogoDropProps {
  readonly picked: File | null;
  readonly error: string | undefined;
  readonly isBusy: boolean;
  readonly onFiles: (files: readonly File[]) => void;
}

/** Takes a file by drop or by the browser's file dialog. */
export function LogoDrop({ picked, error, isBusy, onFiles }: LogoDropProps) {
  const t = useT();
  const inputRef = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);

  function onDrop(event: DragEvent) {
    event.preventDefault();
    setIsOver(false);
    if (!isBusy) onFiles([...event.dataTransfer.files]);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is optional; the button does the same
    <div
      className={`${classes.drop} ${isOver ? classes.over : ''} ${error ? classes.refused : ''}`}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={onDrop}
    >
      <Icon name="mdi-tray-arrow-up" size={28} className={classes.dropIcon} />
      <p className={classes.dropTitle}>
        {isOver ? t('logo.dropNow') : picked ? <bdi>{picked.name}</bdi> : t('logo.drop')}
      </p>
      <p className={classes.rule}>{t('logo.rule')}</p>
      <input
        ref={inputRef}
        type="file"
        accept={LOGO_ACCEPT}
        aria-label={t('logo.choose')}
        tabIndex={-1}
        hidden
        onChange={(event) => {
          onFiles([...(event.currentTarget.files ?? [])]);
          // Allows the same file to be chosen again after an error.
          event.currentTarget.value = '';
        }}
      />
      <Button variant="default" disabled={isBusy} onClick={() => inputRef.current?.click()}>
        {t(picked ? 'logo.chooseOther' : 'logo.choose')}
      </Button>
      <p className={classes.error} role="alert">
        {error}
      </p>
    </div>
  );
}

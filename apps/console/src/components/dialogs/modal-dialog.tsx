import '@mantine/core/styles/ModalBase.css';
import '@mantine/core/styles/Modal.css';
import { MantineThemeProvider, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useDialogLayers } from '#core/dialogs/use-dialog-layers.ts';
import { useT } from '#core/i18n/i18n.ts';
import { dialogTheme } from './dialog-theme.ts';
import classes from './dialogs.module.css';

interface ModalDialogProps {
  readonly title: ReactNode;
  /** In pixels. */
  readonly width?: number;
  /** False: only a button inside closes it. */
  readonly isClosable?: boolean;
  /** True: a line below the title, and no padding around the content. */
  readonly isFramed?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/**
 * A dialog with any content. FormDialog, SecretDialog and SideDrawer are dialogs for one purpose;
 * questions and alerts are `showConfirm` and `showAlert` of `core/dialogs`.
 */
export function ModalDialog(props: ModalDialogProps) {
  const { title, width = 480, isClosable = true, isFramed = true, onClose, children } = props;
  const t = useT();
  const layers = useDialogLayers();
  const whole = { inner: classes.inner ?? '', content: classes.content ?? '' };
  const framed = { header: classes.header ?? '', title: classes.title ?? '', body: classes.body ?? '' };
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size={width}
      zIndex={layers.dialog}
      overlayProps={{ backgroundOpacity: 0.4, zIndex: layers.overlay }}
      centered
      closeOnClickOutside={isClosable}
      closeOnEscape={isClosable}
      withCloseButton={isClosable}
      closeButtonProps={{ 'aria-label': t('common.close') }}
      classNames={isFramed ? { ...whole, ...framed } : whole}
    >
      <MantineThemeProvider theme={dialogTheme}>{children}</MantineThemeProvider>
    </Modal>
  );
}

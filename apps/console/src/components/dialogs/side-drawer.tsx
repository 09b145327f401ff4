import '@mantine/core/styles/ModalBase.css';
import '@mantine/core/styles/Drawer.css';
import { Drawer, MantineThemeProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { useDialogLayers } from '#core/dialogs/use-dialog-layers.ts';
import { useT } from '#core/i18n/i18n.ts';
import { dialogTheme } from './dialog-theme.ts';
import classes from './side-drawer.module.css';

interface SideDrawerProps {
  readonly title: ReactNode;
  /** In pixels. */
  readonly width?: number;
  /** True: the title has several lines. */
  readonly isTall?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A drawer at the right with one item of a list: the header stays, the content scrolls. */
export function SideDrawer({ title, width = 600, isTall = false, onClose, children }: SideDrawerProps) {
  const t = useT();
  const layers = useDialogLayers();
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={width}
      zIndex={layers.dialog}
      overlayProps={{ backgroundOpacity: 0.4, zIndex: layers.overlay }}
      title={title}
      closeButtonProps={{ 'aria-label': t('common.close') }}
      classNames={{
        content: classes.content ?? '',
        header: (isTall ? classes.tallHeader : classes.header) ?? '',
        title: classes.title ?? '',
        body: classes.body ?? '',
      }}
    >
      <MantineThemeProvider theme={dialogTheme}>{children}</MantineThemeProvider>
    </Drawer>
  );
}

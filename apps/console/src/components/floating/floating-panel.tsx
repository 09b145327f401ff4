import { Popover } from '@mantine/core';
import type { ReactNode } from 'react';
import { AnchorTarget, useOpenAfterMount } from './anchor-target.tsx';
import type { Floating } from './use-opener.ts';

interface FloatingPanelProps extends Floating {
  readonly label: string;
  readonly position: 'bottom-start' | 'bottom-end';
  readonly width?: number;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** A small dialog beside the button that opened it. */
export function FloatingPanel(props: FloatingPanelProps) {
  const { id, anchor, isOpen, onChange, label, position, width, className, children } = props;
  const opened = useOpenAfterMount(isOpen);
  return (
    <Popover
      id={id}
      opened={opened}
      onChange={onChange}
      position={position}
      trapFocus
      returnFocus
      withRoles={false}
      shadow="md"
      {...(width && { width })}
    >
      <Popover.Target>
        <AnchorTarget anchor={anchor} />
      </Popover.Target>
      <Popover.Dropdown id={`${id}-dropdown`} className={className} role="dialog" aria-label={label}>
        {children}
      </Popover.Dropdown>
    </Popover>
  );
}

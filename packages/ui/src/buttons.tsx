import { ActionIcon, type ActionIconProps, Button, type ButtonProps } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';

type Pressed = Pick<ComponentProps<'button'>, 'onClick' | 'type' | 'title' | 'aria-label'>;

interface TextButtonProps extends Omit<ButtonProps, 'leftSection'>, Pressed {
  readonly icon?: IconName;
  readonly children: ReactNode;
}

/** A button with a text and perhaps an icon. The main action of a page or form has `variant="filled"`. */
export function TextButton({ icon, ...button }: TextButtonProps) {
  return <Button variant="default" leftSection={icon && <Icon name={icon} />} {...button} />;
}

interface IconButtonProps extends Omit<ActionIconProps, 'children'>, Pick<Pressed, 'onClick'> {
  readonly icon: IconName;
  /** The name for screen readers. */
  readonly label: string;
  /** The tooltip; default: the label. */
  readonly title?: string;
}

/** A small button that shows only an icon. */
export function IconButton({ icon, label, title = label, ...button }: IconButtonProps) {
  return (
    <ActionIcon size="sm" aria-label={label} title={title} {...button}>
      <Icon name={icon} />
    </ActionIcon>
  );
}

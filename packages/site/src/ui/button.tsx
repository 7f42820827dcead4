import type { ComponentPropsWithRef, ReactNode } from 'react';

interface ButtonLook {
  /** `main` is the one act of a section, `quiet` the others, `danger` what cannot be taken back. */
  look?: 'main' | 'quiet' | 'danger';
  /** While what it started is under way: it keeps its width and its focus, and does nothing. */
  isBusy?: boolean;
  children: ReactNode;
}

type ButtonProps = ButtonLook & Omit<ComponentPropsWithRef<'button'>, 'className' | 'children'>;

export function Button({
  look = 'quiet',
  isBusy = false,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={`button button-${look}`}
      aria-disabled={isBusy || undefined}
      aria-busy={isBusy || undefined}
      onClick={(event) => {
        if (isBusy) {
          event.preventDefault();
        } else {
          onClick?.(event);
        }
      }}
    >
      {children}
    </button>
  );
}

type ButtonLinkProps = Omit<ButtonLook, 'isBusy'> & {
  href: string;
  rel?: string;
  /** What else following it does. */
  onClick?: () => void;
};

/** Looks like a button and goes somewhere. */
export function ButtonLink({ look = 'quiet', href, rel, onClick, children }: ButtonLinkProps) {
  return (
    <a className={`button button-${look}`} href={href} rel={rel} onClick={onClick}>
      {children}
    </a>
  );
}

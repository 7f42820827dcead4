import { type ReactNode, useId } from 'react';

/** What a field gives to its control so that label, hint and error belong to it. */
export interface FieldControl {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

interface FieldProps {
  label: ReactNode;
  hint?: ReactNode;
  /** Why what was given cannot be taken; announced when it appears. */
  error?: ReactNode;
  /** Renders the input, select or textarea: `{(control) => <input {...control} name="tag" />}`. */
  children: (control: FieldControl) => ReactNode;
}

export function Field({ label, hint, error, children }: FieldProps) {
  const id = useId();
  const hasError = error !== undefined && error !== null && error !== '';
  const described = [hint !== undefined && `${id}-hint`, hasError && `${id}-error`].filter(Boolean);
  return (
    <div className={hasError ? 'field field-wrong' : 'field'}>
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        'aria-describedby': described.length > 0 ? described.join(' ') : undefined,
        'aria-invalid': hasError || undefined,
      })}
      {hint !== undefined && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <p className="field-error" id={`${id}-error`} aria-live="polite">
        {hasError && error}
      </p>
    </div>
  );
}

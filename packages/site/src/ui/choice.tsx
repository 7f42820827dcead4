import './choice.css';

interface ChoiceProps {
  name: string;
  label: string;
  /** What it is called to choose nothing. */
  any: string;
  of: readonly { slug: string; name: string }[];
  chosen: string | null;
}

/** By what a list is chosen, in a form that asks for the same page; nothing where there is nothing to choose from. */
export function Choice({ name, label, any, of, chosen }: ChoiceProps) {
  if (of.length === 0) {
    return null;
  }
  return (
    <label className="field choice">
      <span>{label}</span>
      <select name={name} defaultValue={chosen ?? ''} key={chosen}>
        <option value="">{any}</option>
        {of.map((one) => (
          <option key={one.slug} value={one.slug}>
            {one.name}
          </option>
        ))}
      </select>
    </label>
  );
}

import type { Matter } from './matter.ts';
import './matter-row.css';
import { useMatterWords } from './use-matter-words.tsx';

/** One matter as a line of a list: what, by when, and the way to it. */
export function MatterRow({ matter }: { matter: Matter }) {
  const { title, reason, act, href } = useMatterWords()(matter);
  return (
    <li className="me-row">
      <div>
        <p className="me-row-title">{title}</p>
        <p className="soft me-row-reason">{reason}</p>
      </div>
      <a className="me-row-link" href={href}>
        {act}
        <span className="visually-hidden">: {title}</span>
      </a>
    </li>
  );
}

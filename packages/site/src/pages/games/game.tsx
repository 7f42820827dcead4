import { PageTop } from '../../ui/page-top.tsx';
import type { GameData } from './data.ts';

export default function GamePage({ data }: { data: GameData }) {
  return <PageTop title={data.title} />;
}

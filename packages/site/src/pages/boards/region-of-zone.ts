import type { BoardRegion } from './data.ts';

const regions: Record<string, BoardRegion> = {
  Africa: 'AF',
  America: 'NA',
  Asia: 'AS',
  Australia: 'OC',
  Europe: 'EU',
  Pacific: 'OC',
};

/** A zone's name says America of both; these lie in the south of it. */
const southern =
  /^America\/(Argentina|Araguaina|Asuncion|Bahia|Belem|Boa_Vista|Bogota|Buenos_Aires|Campo_Grande|Caracas|Catamarca|Cayenne|Cordoba|Coyhaique|Cuiaba|Eirunepe|Fortaleza|Guayaquil|Guyana|Jujuy|La_Paz|Lima|Maceio|Manaus|Mendoza|Montevideo|Noronha|Paramaribo|Porto_Velho|Punta_Arenas|Recife|Rio_Branco|Santarem|Santiago|Sao_Paulo)(\/|$)/;

/** The region in which the people of a zone play: 'America/Sao_Paulo' lies in South America, 'UTC' anywhere. */
export function toRegion(zone: string): BoardRegion {
  return southern.test(zone) ? 'SA' : (regions[zone.split('/')[0] ?? ''] ?? 'INT');
}

import type { GameContent } from '../types.ts';

export const modernWarfare: GameContent = {
  slug: 'modern-warfare',
  name: 'Call of Duty: Modern Warfare',
  short_name: 'MW',
  position: 8,
  identity_kinds: ['activision', 'battlenet'],
  has_casual_page: false,
  tagline: {
    en: 'Two against two, forty seconds, the same gun for everybody.',
    es: 'Dos contra dos, cuarenta segundos, la misma arma para todos.',
    fr: 'Deux contre deux, quarante secondes, la même arme pour tous.',
    de: 'Zwei gegen zwei, vierzig Sekunden, dieselbe Waffe für alle.',
    pl: 'Dwóch na dwóch, czterdzieści sekund, ta sama broń dla wszystkich.',
    pt: 'Dois contra dois, quarenta segundos, a mesma arma para todos.',
    fi: 'Kaksi vastaan kaksi, neljäkymmentä sekuntia, sama ase kaikille.',
  },
  about: {
    en: 'Infinity Ward’s Modern Warfare of 2019 brought Gunfight: two against two on very small maps, with loadouts that change every second round and are the same for both sides.',
    es: 'Modern Warfare, de Infinity Ward (2019), trajo el modo Tiroteo: dos contra dos en mapas muy pequeños, con equipamientos iguales para ambos lados que cambian cada dos rondas.',
    fr: 'Le Modern Warfare d’Infinity Ward (2019) a apporté le mode Gunfight : deux contre deux sur de très petites cartes, avec un équipement identique des deux côtés qui change toutes les deux manches.',
    de: 'Modern Warfare von Infinity Ward (2019) brachte Feuergefecht: zwei gegen zwei auf sehr kleinen Karten, mit gleicher Ausrüstung für beide Seiten, die alle zwei Runden wechselt.',
    pl: 'Modern Warfare studia Infinity Ward (2019) przyniosło tryb Gunfight: dwóch na dwóch na bardzo małych mapach, z wyposażeniem jednakowym dla obu stron i zmienianym co dwie rundy.',
    pt: 'O Modern Warfare da Infinity Ward (2019) trouxe o modo Gunfight: dois contra dois em mapas bem pequenos, com equipamentos iguais para os dois lados que mudam a cada duas rodadas.',
    fi: 'Infinity Wardin Modern Warfare (2019) toi Gunfight-pelimuodon: kaksi vastaan kaksi hyvin pienillä kartoilla, ja varusteet ovat molemmilla samat ja vaihtuvat joka toisessa erässä.',
  },
  facts: [
    { key: 'developer', value: 'Infinity Ward' },
    { key: 'publisher', value: 'Activision' },
    { key: 'released', value: '2019' },
    { key: 'engine', value: 'IW 8.0' },
    { key: 'platforms', value: 'Windows, PlayStation 4, Xbox One' },
  ],
  maps: ['Docks', 'Gulag Showers', 'Hill', 'King', 'Pine', 'Speedball', 'Stack', 'Cargo', 'Atrium'],
  modes: ['Gunfight', 'Team Deathmatch', 'Domination', 'Search and Destroy', 'Ground War'],
};

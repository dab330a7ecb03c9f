// German texts of messages.
import type { NoticeTexts } from './notice-texts.ts';

export const de: NoticeTexts = {
  kinds: {
    'damage.found': ['{count} Artefakt ist beschädigt', '{count} Artefakte sind beschädigt'],
    'damage.repaired': ['{count} Artefakt wurde repariert', '{count} Artefakte wurden repariert'],
    'damage.well': ['{count} Artefakt ist wieder intakt', '{count} Artefakte sind wieder intakt'],
    'copy.repaired': [
      '{count} beschädigte Kopie wurde aus einem anderen Speicher ersetzt',
      '{count} beschädigte Kopien wurden aus einem anderen Speicher ersetzt',
    ],
    'deletion.done': ['{count} Artefakt wurde gelöscht', '{count} Artefakte wurden gelöscht'],
    'deletion.requested': [
      '{count} Löschung wartet auf Zustimmung',
      '{count} Löschungen warten auf Zustimmung',
    ],
    'deletion.decided': [
      'Über {count} Löschantrag wurde entschieden',
      'Über {count} Löschanträge wurde entschieden',
    ],
    'deletion.restored': [
      '{count} Artefakt wurde wiederhergestellt',
      '{count} Artefakte wurden wiederhergestellt',
    ],
    'purge.ordered': ['{count} Artefakt wurde getilgt', '{count} Artefakte wurden getilgt'],
    'hold.placed': ['{count} Sperre wurde gesetzt', '{count} Sperren wurden gesetzt'],
    'hold.lifted': ['{count} Sperre wurde aufgehoben', '{count} Sperren wurden aufgehoben'],
    'import.finished': ['{count} Import ist beendet', '{count} Importe sind beendet'],
    'import.failed': ['{count} Import ist fehlgeschlagen', '{count} Importe sind fehlgeschlagen'],
    'check.finished': ['{count} Prüfung ist beendet', '{count} Prüfungen sind beendet'],
    'store.behind': ['Dem Speicher {name} fehlen Objekte', 'Den Speichern {name} fehlen Objekte'],
    'store.away': ['Der Speicher {name} ist nicht erreichbar', 'Die Speicher {name} sind nicht erreichbar'],
    'disk.full': [
      'Ein Datenträger ist voll: nichts kann gespeichert werden',
      'Datenträger sind voll: nichts kann gespeichert werden',
    ],
    'space.short': [
      'Der freie Speicherplatz reicht weniger als 30 Tage',
      'Der freie Speicherplatz reicht weniger als 30 Tage',
    ],
    'job.failed': ['Die Aufgabe {name} ist fehlgeschlagen', 'Die Aufgaben {name} sind fehlgeschlagen'],
    'backup.overdue': ['Die Sicherung ist überfällig', 'Die Sicherung ist überfällig'],
    'journal.behind': [
      'Das Zustandsjournal kann nicht in den Objektspeicher geschrieben werden',
      'Das Zustandsjournal kann nicht in den Objektspeicher geschrieben werden',
    ],
    'source.failed': [
      'Konfigurationsquellen haben {count} Problem',
      'Konfigurationsquellen haben {count} Probleme',
    ],
    'plugin.failed': ['Plugins haben {count} Problem', 'Plugins haben {count} Probleme'],
    'summary.weekly': ['Wochenübersicht', 'Wochenübersicht'],
  },
  test: 'Testnachricht',
  testBody: 'Dies ist ein Test. Benachrichtigungen dieses Knotens kommen hier an.',
  resolved: 'Behoben: {title}',
  stillSince: 'Dies besteht seit {time}.',
  overflow: ['{count} weitere Meldung', '{count} weitere Meldungen'],
  overflowBody:
    'Diese Meldungen überschritten die Höchstzahl von Nachrichten je Stunde. Die Konsole listet sie auf.',
  onNode: 'Knoten {node}',
  reason: 'Grund: {text}',
  store: 'Speicher: {text}',
  source: 'Repariert aus: {text}',
  by: 'Von: {text}',
  more: ['und {count} weitere', 'und {count} weitere'],
  why: 'Sie erhalten diese Nachricht, weil {address} Empfänger von Benachrichtigungen ist.',
  change: 'Dies ändern: {link}',
  noEvents: 'In dieser Woche geschah nichts, worüber benachrichtigt wird.',
};

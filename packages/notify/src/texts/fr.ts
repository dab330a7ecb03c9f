// French texts of messages.
import type { NoticeTexts } from './notice-texts.ts';

export const fr: NoticeTexts = {
  kinds: {
    'damage.found': ['{count} artefact est endommagé', '{count} artefacts sont endommagés'],
    'damage.repaired': ['{count} artefact a été réparé', '{count} artefacts ont été réparés'],
    'damage.well': ['{count} artefact est de nouveau intact', '{count} artefacts sont de nouveau intacts'],
    'copy.repaired': [
      '{count} copie endommagée a été remplacée depuis un autre stockage',
      '{count} copies endommagées ont été remplacées depuis un autre stockage',
    ],
    'deletion.done': ['{count} artefact a été supprimé', '{count} artefacts ont été supprimés'],
    'deletion.requested': [
      '{count} suppression attend une approbation',
      '{count} suppressions attendent une approbation',
    ],
    'deletion.decided': [
      '{count} demande de suppression a été traitée',
      '{count} demandes de suppression ont été traitées',
    ],
    'deletion.restored': ['{count} artefact a été rétabli', '{count} artefacts ont été rétablis'],
    'purge.ordered': ['{count} artefact a été effacé', '{count} artefacts ont été effacés'],
    'hold.placed': ['{count} gel a été posé', '{count} gels ont été posés'],
    'hold.lifted': ['{count} gel a été levé', '{count} gels ont été levés'],
    'import.finished': ['{count} importation est terminée', '{count} importations sont terminées'],
    'import.failed': ['{count} importation a échoué', '{count} importations ont échoué'],
    'check.finished': [
      '{count} contrôle d’intégrité est terminé',
      '{count} contrôles d’intégrité sont terminés',
    ],
    'store.behind': [
      'Des objets manquent dans le stockage {name}',
      'Des objets manquent dans les stockages {name}',
    ],
    'store.away': ['Le stockage {name} est inaccessible', 'Les stockages {name} sont inaccessibles'],
    'disk.full': [
      'Un disque est plein : rien ne peut être enregistré',
      'Des disques sont pleins : rien ne peut être enregistré',
    ],
    'space.short': [
      'L’espace libre sera épuisé dans moins de 30 jours',
      'L’espace libre sera épuisé dans moins de 30 jours',
    ],
    'job.failed': ['La tâche {name} a échoué', 'Les tâches {name} ont échoué'],
    'backup.overdue': ['La sauvegarde est en retard', 'La sauvegarde est en retard'],
    'journal.behind': [
      'Le journal d’état ne peut pas être écrit dans le stockage d’objets',
      'Le journal d’état ne peut pas être écrit dans le stockage d’objets',
    ],
    'source.failed': [
      'Les sources de configuration ont {count} problème',
      'Les sources de configuration ont {count} problèmes',
    ],
    'plugin.failed': ['Les plugins ont {count} problème', 'Les plugins ont {count} problèmes'],
    'summary.weekly': ['Résumé de la semaine', 'Résumé de la semaine'],
  },
  test: 'Message de test',
  testBody: 'Ceci est un test. Les notifications de ce nœud arrivent ici.',
  resolved: 'Résolu : {title}',
  stillSince: 'Cela dure depuis {time}.',
  overflow: ['{count} notification de plus', '{count} notifications de plus'],
  overflowBody: 'Ces notifications dépassaient la limite de messages par heure. La console les énumère.',
  onNode: 'Nœud {node}',
  reason: 'Motif : {text}',
  store: 'Stockage : {text}',
  source: 'Réparé depuis : {text}',
  by: 'Par : {text}',
  more: ['et {count} de plus', 'et {count} de plus'],
  why: 'Vous recevez ce message parce que {address} est un destinataire des notifications.',
  change: 'Modifier : {link}',
  noEvents: 'Rien de notable ne s’est produit cette semaine.',
};

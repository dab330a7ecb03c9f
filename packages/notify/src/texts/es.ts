// Spanish texts of messages.
import type { NoticeTexts } from './notice-texts.ts';

export const es: NoticeTexts = {
  kinds: {
    'damage.found': ['{count} artefacto está dañado', '{count} artefactos están dañados'],
    'damage.repaired': ['{count} artefacto se ha reparado', '{count} artefactos se han reparado'],
    'damage.well': ['{count} artefacto está intacto de nuevo', '{count} artefactos están intactos de nuevo'],
    'copy.repaired': [
      '{count} copia dañada se ha sustituido desde otro almacén',
      '{count} copias dañadas se han sustituido desde otro almacén',
    ],
    'deletion.done': ['{count} artefacto se ha eliminado', '{count} artefactos se han eliminado'],
    'deletion.requested': [
      '{count} eliminación espera aprobación',
      '{count} eliminaciones esperan aprobación',
    ],
    'deletion.decided': [
      'Se ha decidido sobre {count} solicitud de eliminación',
      'Se ha decidido sobre {count} solicitudes de eliminación',
    ],
    'deletion.restored': ['{count} artefacto se ha restaurado', '{count} artefactos se han restaurado'],
    'purge.ordered': ['{count} artefacto se ha purgado', '{count} artefactos se han purgado'],
    'hold.placed': ['{count} retención se ha colocado', '{count} retenciones se han colocado'],
    'hold.lifted': ['{count} retención se ha levantado', '{count} retenciones se han levantado'],
    'import.finished': ['{count} importación ha terminado', '{count} importaciones han terminado'],
    'import.failed': ['{count} importación ha fallado', '{count} importaciones han fallado'],
    'check.finished': [
      '{count} comprobación de integridad ha terminado',
      '{count} comprobaciones de integridad han terminado',
    ],
    'store.behind': ['Faltan objetos en el almacén {name}', 'Faltan objetos en los almacenes {name}'],
    'store.away': ['El almacén {name} no responde', 'Los almacenes {name} no responden'],
    'disk.full': [
      'Un disco está lleno: no se puede guardar nada',
      'Hay discos llenos: no se puede guardar nada',
    ],
    'space.short': [
      'El espacio libre se agotará en menos de 30 días',
      'El espacio libre se agotará en menos de 30 días',
    ],
    'job.failed': ['La tarea {name} ha fallado', 'Las tareas {name} han fallado'],
    'backup.overdue': ['La copia de seguridad está atrasada', 'La copia de seguridad está atrasada'],
    'journal.behind': [
      'El diario de estado no se puede escribir en el almacén de objetos',
      'El diario de estado no se puede escribir en el almacén de objetos',
    ],
    'source.failed': [
      'Las fuentes de configuración tienen {count} problema',
      'Las fuentes de configuración tienen {count} problemas',
    ],
    'plugin.failed': ['Los plugins tienen {count} problema', 'Los plugins tienen {count} problemas'],
    'summary.weekly': ['Resumen semanal', 'Resumen semanal'],
  },
  test: 'Mensaje de prueba',
  testBody: 'Esto es una prueba. Las notificaciones de este nodo llegan aquí.',
  resolved: 'Resuelto: {title}',
  stillSince: 'Esto dura desde {time}.',
  overflow: ['{count} aviso más', '{count} avisos más'],
  overflowBody: 'Estos avisos superaron el límite de mensajes por hora. La consola los enumera.',
  onNode: 'Nodo {node}',
  reason: 'Motivo: {text}',
  store: 'Almacén: {text}',
  source: 'Reparado desde: {text}',
  by: 'Por: {text}',
  more: ['y {count} más', 'y {count} más'],
  why: 'Recibe este mensaje porque {address} es un destino de notificaciones.',
  change: 'Cambiar esto: {link}',
  noEvents: 'Esta semana no ha ocurrido nada de lo que se avise.',
};

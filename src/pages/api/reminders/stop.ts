import { stopReminders } from '#contract/reminders.ts'
import { handle, resource } from '#server/endpoint.ts'
import { saveReminderStop } from '#server/mail/reminders.ts'

export const ALL = resource(handle(stopReminders, ({ app, input }) => saveReminderStop(app, input)))

import { type CommandId, commandIds, commands, type Place, places } from '@shared/commands';
import { commandTitle } from '../app/run-command';
import { keyTexts } from '../components/key-text';
import { host } from '../state/host';
import { t } from '../strings/index';
import { SettingGroup } from './SettingRow';

/** Every key of the table of commands, by where it works. */
export function ShortcutsSection() {
  const inBrowser = host().host === 'web';
  const listed = (place: Place) =>
    commandIds.filter((id) => {
      const { where, desktopOnly, role } = commands[id];
      return where === place && keyTexts(id).length > 0 && !(inBrowser && (desktopOnly || role));
    });
  return places
    .map((place) => [place, listed(place)] as const)
    .filter(([, ids]) => ids.length > 0)
    .map(([place, ids]) => (
      <SettingGroup key={place} title={t(`settings.keysWork.${place}`)}>
        <dl data-testid={`keys-${place}`}>
          {ids.map((id) => (
            <div key={id} className="flex items-baseline gap-4 border-b border-hairline py-2 last:border-b-0">
              <dt className="min-w-0 flex-1">{commandTitle(id)}</dt>
              <dd className="flex flex-wrap justify-end gap-x-3 gap-y-1">
                <Keys id={id} />
              </dd>
            </div>
          ))}
        </dl>
      </SettingGroup>
    ));
}

function Keys({ id }: { readonly id: CommandId }) {
  return keyTexts(id).map((way) => (
    <span key={way.join('+')} className="flex gap-1">
      {way.map((key) => (
        <kbd
          key={key}
          className="inline-flex min-w-6 items-center justify-center rounded-sm border border-edge bg-raised px-1.5 py-0.5 font-sans text-12"
        >
          {key}
        </kbd>
      ))}
    </span>
  ));
}

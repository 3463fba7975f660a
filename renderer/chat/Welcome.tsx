import { ArrowRight } from 'lucide-react';
import { t } from '../strings/index';

/** In the language of the sample library, which is asked. */
const suggestions = [
  'Where does Vitrine keep my documents?',
  'What does the A3_NLI_Gate stage do?',
  'How do I use a model from Ollama?',
];

interface WelcomeProps {
  /** Questions about Vitrine itself; shown while its own guide is in the library. */
  readonly withSample: boolean;
  ask(question: string): void;
}

/** A chat before its first question. */
export function Welcome({ withSample, ask }: WelcomeProps) {
  return (
    <div data-testid="welcome" className="m-auto w-full max-w-140 px-8 py-8">
      <h2 className="text-28 font-semibold tracking-tight">{t('chat.welcome')}</h2>
      <p className="mt-3 text-16 text-soft">{t('chat.welcomeText')}</p>
      {withSample ? (
        <div className="mt-8">
          <p className="text-12 text-muted">{t('chat.tryOne')}</p>
          <ul className="mt-1 border-t border-hairline">
            {suggestions.map((question) => (
              <li key={question} className="border-b border-hairline">
                <button
                  type="button"
                  data-testid="suggestion"
                  onClick={() => ask(question)}
                  className="group flex w-full items-center gap-3 py-3 text-left text-16 transition-colors duration-120 hover:text-accent"
                >
                  <span className="flex-1">{question}</span>
                  <ArrowRight
                    size={16}
                    aria-hidden
                    className="text-muted transition-transform duration-120 group-hover:translate-x-0.5 group-hover:text-accent"
                  />
                </button>
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </div>
  );
}

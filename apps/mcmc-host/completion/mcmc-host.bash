# Completes mcmc-host's command lines in bash: `source` it, or leave it where it is installed,
# share/bash-completion/completions/mcmc-host. The program itself is asked for its verbs, options and
# components.

_mcmc_host_verbs() {
  "$program" --help 2>/dev/null | sed -nE 's/^  mcmc-host ([a-z]+) .*/\1/p'
}

# The options of a verb, each with what it takes: "--out DIR", "--format table|csv|json", "--force".
_mcmc_host_options() {  # VERB
  "$program" "$1" --help 2>/dev/null | sed -nE '
    s/^  -[a-z] \[ (--[a-z-]+) \]/  \1/
    /^  --[a-z-]+ FORMAT /{
      s/ FORMAT( \(=[^)]*\))? +/ /
      s/, | or /|/g
    }
    s/^  (--[a-z-]+)( [^ ]+)?.*/\1\2/p'
}

# The arguments of a verb before its options, a word for each: "KIND NAME", "DIR|CSV...".
_mcmc_host_arguments() {  # VERB
  "$program" "$1" --help 2>/dev/null |
    sed -nE '1{s/^mcmc-host [a-z]+ ?//; s/ --.*//; s/ or /|/g; s/[][]//g; p}'
}

# A column of the table of components: 1 for kinds, 2 for types.
_mcmc_host_components() {  # COLUMN
  "$program" list "${plugin_paths[@]}" 2>/dev/null |
    sed -nE '2,/^$/s/^([^ ]+) +([^ ]+) .*/\'"$1"'/p' | sort -u
}

# Adds what begins with the word that is being typed.
_mcmc_host_add() {  # [options of compgen]
  mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen "$@" -- "$typed")
}

# Adds what fits a word of the usage, such as "DIR|CSV...".
_mcmc_host_add_fitting() {  # USAGE
  local what words
  IFS='|' read -ra words <<<"${1%...}"
  for what in "${words[@]}"; do
    case $what in
      DIR | CSV | FILE | *.yaml) compopt -o filenames 2>/dev/null ;;&
      DIR | CSV | FILE | *.yaml) _mcmc_host_add -d ;;&
      CSV) _mcmc_host_add -f -X '!*.csv*' ;;
      FILE) _mcmc_host_add -f ;;
      *.yaml) _mcmc_host_add -f -X '!*.yaml' ;;
      KIND) _mcmc_host_add -W "$(_mcmc_host_components 1)" ;;
      TYPE) _mcmc_host_add -W "$(_mcmc_host_components 2)" ;;
      *[!a-z]*) ;;
      *) _mcmc_host_add -W "$what" ;;
    esac
  done
}

_mcmc_host() {  # PROGRAM TYPED PREVIOUS, as bash gives them
  local program=${1/#\~/$HOME} typed=$2 verb=run first=1 position=0 i name what
  local plugin_paths=()
  local -A takes=()
  COMPREPLY=()
  if ((COMP_CWORD > 1)) && _mcmc_host_verbs | grep -qxF -- "${COMP_WORDS[1]}"; then
    verb=${COMP_WORDS[1]}
    first=2
  fi
  while read -r name what; do takes[$name]=$what; done < <(_mcmc_host_options "$verb")

  # What stands before the word: options with their values, and arguments, which are counted.
  for ((i = first; i < COMP_CWORD; ++i)); do
    local word=${COMP_WORDS[i]}
    if [[ $word != -* ]]; then
      position=$((position + 1))
    elif [[ ${takes[$word]-} ]]; then
      i=$((i + 1))
      if ((i == COMP_CWORD)); then
        _mcmc_host_add_fitting "${takes[$word]}"
        return
      fi
      if [[ $word == --plugin-path ]]; then plugin_paths+=("$word" "${COMP_WORDS[i]}"); fi
    fi
  done

  if [[ $typed == -* ]]; then
    _mcmc_host_add -W "${!takes[*]}"
    if ((COMP_CWORD == 1)); then _mcmc_host_add -W --version; fi
    return
  fi
  local arguments
  read -ra arguments <<<"$(_mcmc_host_arguments "$verb")"
  if ((COMP_CWORD == 1)); then _mcmc_host_add -W "$(_mcmc_host_verbs)"; fi
  if ((position < ${#arguments[@]})); then
    _mcmc_host_add_fitting "${arguments[position]}"
  elif [[ ${arguments[*]} == *... ]]; then
    _mcmc_host_add_fitting "${arguments[-1]}"
  fi
}

complete -F _mcmc_host mcmc-host
